import type { ReleaseRoom, RequestRoom } from '../../src/http/request-room.ts';

/** Takes all room that one platform may have; returns the function that gives it back. */
export function takeAll(room: RequestRoom, platformId: string): ReleaseRoom {
  const releases: ReleaseRoom[] = [];
  for (let next = room.takeNow(platformId, 1); next !== null; next = room.takeNow(platformId, 1)) releases.push(next);
  return () => {
    for (const release of releases) release();
  };
}
