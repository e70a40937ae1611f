// A receiver in a process of its own. It serves the hook, and its build command notes its start and its end.
import { createServer } from 'node:http';
import { createRebuildHook, nodeListener, run } from 'astro-slugline/rebuild';
import { createStorage } from 'unstorage';
import redisDriver from 'unstorage/drivers/redis';

export interface ReceiverOrder {
	name: string;
	secret: string;
	/** Seconds that a build takes. */
	seconds: number;
	quietMs: number;
	/** By default the files in the working folder. */
	redis?: string;
}

const order: ReceiverOrder = JSON.parse(process.argv[2] ?? '');

// A build that finds another one running notes the overlap.
const build = `
for other in $(cat running 2>/dev/null); do
	case $(ps -o stat= -p $other) in '' | Z*) ;; *) echo "overlap" >> builds ;; esac
done
echo $$ > running
echo "begin ${order.name}" >> builds
sleep ${order.seconds}
echo "end ${order.name}" >> builds
echo "$SLUGLINE_ASK_AGAIN" >> built
rm running`;

const hook = createRebuildHook({
	secrets: [order.secret],
	targets: [run(build)],
	quietMs: order.quietMs,
	leaseMs: 1500,
	...(order.redis ? { storage: createStorage({ driver: redisDriver({ url: order.redis }) }) } : {}),
});
const server = createServer(nodeListener(hook));
server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	console.log(`listening ${typeof address === 'object' ? address?.port : ''}`);
});
process.on('SIGUSR2', () => {
	hook.idle().then(() => console.log('idle now'));
});
