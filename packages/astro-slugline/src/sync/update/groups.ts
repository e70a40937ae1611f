import type { SpaceIndex, StoryRecord } from '../space-index.js';

/** The groups of folder-level translation in an index. */
export interface Groups {
	/** Uuids of the stories of a group. */
	ofGroup(group: string | null): readonly string[];
	/** Uuids of the stories whose `alternates` name an id. */
	naming(id: number): readonly string[];
	/** Uuids of all stories whose JSON has something about this story. */
	around(record: Pick<StoryRecord, 'group'>, id: number): Set<string>;
}

export function groupsOf(index: SpaceIndex): Groups {
	const byGroup = new Map<string, string[]>();
	const byId = new Map<number, string[]>();
	const put = <Key>(map: Map<Key, string[]>, key: Key, uuid: string) => {
		const list = map.get(key);
		if (list) list.push(uuid);
		else map.set(key, [uuid]);
	};
	for (const [uuid, { group, others }] of index) {
		if (group !== null) put(byGroup, group, uuid);
		for (const id of others) put(byId, id, uuid);
	}
	const ofGroup = (group: string | null) => (group === null ? [] : (byGroup.get(group) ?? []));
	const naming = (id: number) => byId.get(id) ?? [];
	return {
		ofGroup,
		naming,
		around: ({ group }, id) => new Set([...ofGroup(group), ...naming(id)]),
	};
}
