import type { AstroConfig, AstroIntegration, AstroIntegrationLogger } from 'astro';
import { AstroError } from 'astro/errors';

/** Returns the hook of an integration; undefined if it does not have it. */
export type HookOf<Options> = (
	hooks: AstroIntegration['hooks'],
) => ((options: Options & { logger: AstroIntegrationLogger }) => void | Promise<void>) | undefined;

/**
 * Runs a hook of all integrations that have it, each with a logger of its own.
 *
 * @throws {AstroError} if a hook fails
 * @param optionsOf called only if an integration has the hook
 */
export async function runHooks<Options>(
	{ integrations }: Pick<AstroConfig, 'integrations'>,
	logger: AstroIntegrationLogger,
	hookOf: HookOf<Options>,
	optionsOf: () => Options,
): Promise<void> {
	const listeners = integrations.filter(({ hooks }) => hookOf(hooks));
	if (listeners.length === 0) return;
	const options = optionsOf();
	for (const { name, hooks } of listeners) {
		try {
			await hookOf(hooks)?.({ ...options, logger: logger.fork(name) });
		} catch (error) {
			const why = error instanceof Error ? error.message : String(error);
			throw Object.assign(
				new AstroError(
					`A hook of the integration \`${name}\` failed: ${why}`,
					'The pages are right. The next build tells the integration about these files again.',
				),
				{ cause: error },
			);
		}
	}
}
