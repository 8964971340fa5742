import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { Clock } from '../../lib/clock.ts'
import type { KeyedMutex } from '../../lib/keyed-mutex.ts'
import type { Log } from '../../lib/log.ts'
import { codeOf } from '../../lib/untrusted-folder/walk.ts'
import type { LogEvent } from '../../project/log-sink.ts'
import type { ChangedHour } from '../port.ts'
import type { EncodedEvent } from './encode-event.ts'
import { MAX_WRITERS } from './limits.ts'
import { append, type SegmentsPlace, type SourceSegments } from './source-segments.ts'
import type { Batch, Waiting, WaitingProject } from './waiting.ts'

export type SegmentWriterDeps = {
  readonly place: SegmentsPlace
  readonly waiting: Waiting
  readonly open: (ref: string, source: LogSourceName) => Promise<SourceSegments>
  /** Forgets an open folder, which is opened and created again. */
  readonly forget: (ref: string, source: LogSourceName) => void
  /** Work on one project's files runs one after the other. */
  readonly mutex: KeyedMutex
  readonly encode: (event: LogEvent) => EncodedEvent
  /** Called after events were written. */
  readonly changed: (hour: ChangedHour) => void
  readonly clock: Clock
  readonly log: Log
}

/**
 * Writes the waiting events of projects. Projects take turns, so one that writes a lot does not keep
 * others waiting.
 */
export function createSegmentWriter(deps: SegmentWriterDeps) {
  // In the order of their turns.
  const due = new Map<WaitingProject, (() => void)[]>()
  let writers = 0
  let isFailing = false

  function begin(): void {
    for (const [project, waiters] of due) {
      if (writers >= MAX_WRITERS) return
      due.delete(project)
      writers += 1
      void deps.mutex
        .runExclusive(project.ref, () => writeProject(project))
        .finally(() => {
          writers -= 1
          for (const done of waiters) done()
          begin()
        })
    }
  }

  async function writeProject(project: WaitingProject): Promise<void> {
    for (const batch of deps.waiting.take(project)) {
      await writeBatch(project, batch)
      deps.waiting.release(project, batch)
    }
  }

  async function writeBatch(project: WaitingProject, batch: Batch): Promise<void> {
    const { ref } = project
    const { source, hour, text } = batch
    const lost = project.unreported.get(source) ?? 0
    try {
      const segments = await deps.open(ref, source)
      await append(segments, { hour, text, gid: deps.place.gid })
      isFailing = false
      deps.changed({ ref, source, hour })
      if (lost > 0) await reportLoss(project, segments, lost)
    } catch (error) {
      // Somebody has deleted the folder.
      if (codeOf(error) === 'ENOENT') deps.forget(ref, source)
      const now = deps.clock.now().getTime()
      deps.waiting.drop(project, source, { now, count: batch.lines })
      if (!isFailing) deps.log.error({ err: error, ref, source }, 'Could not write logs.')
      isFailing = true
    }
  }

  /** A row of the source says that events are missing. */
  async function reportLoss(
    project: WaitingProject,
    segments: SourceSegments,
    lost: number,
  ): Promise<void> {
    const message = `${lost} events were lost: there were too many, or they could not be written.`
    const { hour, line } = deps.encode({ message, severity: 'warning', columns: {} })
    try {
      await append(segments, { hour, text: line, gid: deps.place.gid })
      const { source } = segments
      deps.changed({ ref: project.ref, source, hour })
      project.unreported.set(source, (project.unreported.get(source) ?? 0) - lost)
    } catch {
      // The next batch reports it.
    }
  }

  return {
    /** Writes the project's events in its next turn. */
    write(project: WaitingProject): void {
      if (!due.has(project)) due.set(project, [])
      begin()
    },
    /** Resolves when everything that waits now is written or counted as lost. */
    flush(project: WaitingProject): Promise<void> {
      return new Promise((resolve) => {
        due.set(project, [...(due.get(project) ?? []), resolve])
        begin()
      })
    },
  }
}
