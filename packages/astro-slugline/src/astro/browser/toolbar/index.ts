import type { DevToolbarApp } from 'astro';
import { auditPage } from './audit.js';
import { type ToolbarQuestion, type ToolbarState, toolbarAsk, toolbarState } from './protocol.js';
import { show } from './show.js';

/** The app in Astro's dev toolbar: the space, the stories of the page, and what the page lacks. */
const app: DevToolbarApp = {
	init(canvas, target, server) {
		const path = location.pathname;
		let state: ToolbarState | undefined;
		const ask = (question: Omit<ToolbarQuestion, 'path'> = {}) =>
			server.send<ToolbarQuestion>(toolbarAsk, { path, ...question });
		const update = () => {
			const problems = auditPage(document);
			const count = problems.length + (state?.warnings.length ?? 0);
			target.toggleNotification({ state: count > 0, level: 'warning' });
			show(canvas, state, problems, () => ask({ sync: true }));
		};
		server.on<ToolbarState>(toolbarState, (next) => {
			if (next.path !== path) return;
			state = next;
			update();
		});
		target.onToggled(({ state: isOpen }) => {
			if (!isOpen) return;
			update();
			ask();
		});
		update();
		ask();
	},
};

export default app;
