import { callOptions, type Failure } from '@plant-store/client';
import { attempt, isError, isSessionEnded, noAnswer } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { isOffline } from '../../api/offline.ts';
import { withEtag } from '../../api/with-etag.ts';
import { ownerOf, unknownOwner } from './queue-owner.ts';
import { isSame, type QueuedPlant, type WaitingPlant } from './queued-plant.ts';

const timeoutMs = 20_000;
const bulkTimeoutMs = 60_000;
/** The maximum number of used ids per request whose plants the page looks up. */
const holdersMax = 20;

/** The reason why no plant can be sent now. The queue tries again by itself. */
export type Pause = 'offline' | 'unreachable' | 'busy' | 'signedOut' | 'otherPerson';

export type Verdict =
  | { kind: 'saved'; etag?: string | undefined; wasThereAlready: boolean }
  | { kind: 'refused'; refusal: Refusal };

type Refusal = NonNullable<QueuedPlant['refusal']>;

/** The verdict on each plant of a request; or a pause; or `isFailed`, after which each plant is sent alone. */
export type Answer = { verdicts: Verdict[]; receipt?: bigint } | { pause: Pause } | { isFailed: true };

/** Checks that the session of this browser belongs to the owner. Resolves to a pause if not. */
export async function checkOwner(owner: string): Promise<Pause | undefined> {
  const outcome = await attempt(() => browserClient.session.get.query(undefined, callOptions({ timeoutMs })));
  if (outcome.failure) return pauseFor(outcome.failure) ?? 'unreachable';
  return owner === unknownOwner || ownerOf(outcome.value) === owner ? undefined : 'otherPerson';
}

/**
 * Sends plants to the store: one plant by `POST /plants`, more by one `POST /plants/bulk?mode=partial`.
 * @param key the idempotency key of the request
 * @param wasTried true for a plant that an earlier request may have saved. Such a plant counts as saved if the store
 * has an equal plant, because the store forgets a key after 24 hours
 */
export async function sendPlants(
  part: readonly WaitingPlant[],
  key: string,
  wasTried: (entry: WaitingPlant) => boolean,
): Promise<Answer> {
  const answer = part.length === 1 ? await sendOne(part, key) : await sendMany(part, key);
  if (!('verdicts' in answer)) return answer;
  const verdicts: Verdict[] = [];
  let looks = 0;
  for (const [index, verdict] of answer.verdicts.entries()) {
    const entry = part[index];
    const isTaken = entry && verdict.kind === 'refused' && isError(verdict.refusal, 'idTaken');
    const mustLook = isTaken && (wasTried(entry) || looks++ < holdersMax);
    const found = mustLook ? await lookAtHolder(entry, verdict, wasTried(entry)) : verdict;
    if ('pause' in found) return found;
    verdicts.push(found);
  }
  return { ...answer, verdicts };
}

async function sendOne([entry]: readonly WaitingPlant[], idempotencyKey: string): Promise<Answer> {
  if (!entry) return { verdicts: [] };
  const outcome = await attempt(() =>
    withEtag((onEtag) =>
      browserClient.plants.create.mutate(entry.plant, callOptions({ idempotencyKey, onEtag, timeoutMs })),
    ),
  );
  if (!outcome.failure)
    return { verdicts: [{ kind: 'saved', etag: outcome.value.etag, wasThereAlready: false }] };
  const pause = pauseFor(outcome.failure);
  return pause ? { pause } : { verdicts: [{ kind: 'refused', refusal: outcome.failure }] };
}

async function sendMany(part: readonly WaitingPlant[], idempotencyKey: string): Promise<Answer> {
  const outcome = await attempt(() =>
    browserClient.plants.createMany.mutate(
      { plants: part.map(({ plant }) => plant), mode: 'partial' },
      callOptions({ idempotencyKey, timeoutMs: bulkTimeoutMs }),
    ),
  );
  if (outcome.failure) {
    const pause = pauseFor(outcome.failure);
    return pause ? { pause } : { isFailed: true };
  }
  const { results, receipt } = outcome.value;
  const verdicts = results.map(
    ({ error }): Verdict =>
      error
        ? { kind: 'refused', refusal: { ...error, problems: [] } }
        : { kind: 'saved', wasThereAlready: false },
  );
  return { verdicts, receipt };
}

async function lookAtHolder(
  { plant }: WaitingPlant,
  refused: Extract<Verdict, { kind: 'refused' }>,
  wasTried: boolean,
): Promise<Verdict | { pause: Pause }> {
  const holder = await attempt(() =>
    browserClient.plants.get.query({ id: plant.id }, callOptions({ timeoutMs })),
  );
  if (holder.failure) {
    // The plant may be saved already. After a refusal the person would add it again with another id.
    const pause = wasTried ? pauseFor(holder.failure) : undefined;
    return pause ? { pause } : refused;
  }
  if (wasTried && isSame(plant, holder.value)) return { kind: 'saved', wasThereAlready: true };
  return { kind: 'refused', refusal: { ...refused.refusal, holder: holder.value.name } };
}

function pauseFor(failure: Failure): Pause | undefined {
  if (failure === noAnswer) return isOffline() ? 'offline' : 'unreachable';
  if (isSessionEnded(failure)) return 'signedOut';
  if (isError(failure, 'unavailable')) return 'unreachable';
  if (isError(failure, 'tooManyRequests')) return 'busy';
  return undefined;
}
