/** How far a replica is behind its primary. */
export type Lag = {
  /** WAL that it has not replayed. */
  readonly bytes: number
  readonly seconds: number
}

export type LagSample = Lag & { readonly at: Date }

/** The primary's report about a replica at one moment. Positions are bytes since the first WAL. */
export type Position = {
  /** Milliseconds of the server's clock. */
  readonly at: number
  readonly written: number
  readonly replayed: number
  /** The primary's own measure, which it has only while it writes; null otherwise. */
  readonly replaySeconds: number | null
}

export type LagHistory = {
  /** The lag at a moment that is later than those before. */
  add(position: Position): Lag
  /** The highest lag of each ten seconds of the last hour, the oldest first. */
  samples(): readonly LagSample[]
}

const SAMPLE_MS = 10_000
const MAX_SAMPLES = 360
/** Positions that a replica has not reached, at one each second or slower. */
const MAX_MARKS = 3600

/**
 * Measures the lag of one replica. The primary's measure stops when a replica no longer replays
 * anything, so the server also remembers when it first saw each position: a replica is at least as old
 * as the first position that it has not reached.
 */
export function createLagHistory(): LagHistory {
  const marks: { readonly at: number; readonly written: number }[] = []
  const samples: { at: number; bytes: number; seconds: number }[] = []

  function behindSince(replayed: number): number | undefined {
    while (marks[0] && marks[0].written <= replayed) marks.shift()
    return marks[0]?.at
  }

  function keep(at: number, { bytes, seconds }: Lag): void {
    const last = samples.at(-1)
    if (last && at - last.at < SAMPLE_MS) {
      last.bytes = Math.max(last.bytes, bytes)
      last.seconds = Math.max(last.seconds, seconds)
      return
    }
    samples.push({ at, bytes, seconds })
    if (samples.length > MAX_SAMPLES) samples.shift()
  }

  return {
    add({ at, written, replayed, replaySeconds }) {
      if (written > (marks.at(-1)?.written ?? replayed)) marks.push({ at, written })
      if (marks.length > MAX_MARKS) marks.splice(1, 1)
      const since = behindSince(replayed)
      const bytes = Math.max(0, written - replayed)
      const seconds =
        bytes === 0
          ? 0
          : Math.max(replaySeconds ?? 0, since === undefined ? 0 : (at - since) / 1000)
      keep(at, { bytes, seconds })
      return { bytes, seconds }
    },
    samples: () => samples.map(({ at, ...lag }) => ({ ...lag, at: new Date(at) })),
  }
}
