import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import { createDrops, type Drops } from './drops.ts'
import {
  MAX_PROJECT_BYTES,
  MAX_TOTAL_BYTES,
  MAX_WAITING_HOURS,
  PROJECT_SHARE_BYTES,
} from './limits.ts'

/** Lines of one source and hour that wait to be written. */
export type Batch = {
  readonly source: LogSourceName
  readonly hour: number
  text: string
  lines: number
}

/** The events of one project that are in memory. */
export type WaitingProject = {
  readonly ref: string
  batches: Map<LogSourceName, Map<number, Batch>>
  /** Characters of waiting lines, including those that are being written. */
  size: number
  readonly drops: Drops
  /** Lost events that no row of their source has reported yet. */
  readonly unreported: Map<LogSourceName, number>
}

/**
 * Events in memory, limited for each project and in total. A project below its share always has
 * room, so no other project can take it.
 */
export function createWaiting() {
  const projects = new Map<string, WaitingProject>()
  let total = 0
  return {
    projects,
    of(ref: string): WaitingProject {
      const known = projects.get(ref)
      if (known) return known
      const project = {
        ref,
        batches: new Map(),
        size: 0,
        drops: createDrops(),
        unreported: new Map(),
      }
      projects.set(ref, project)
      return project
    },
    hasRoom: ({ size }: WaitingProject): boolean =>
      size < PROJECT_SHARE_BYTES || (size < MAX_PROJECT_BYTES && total < MAX_TOTAL_BYTES),
    /** Adds a line to its batch; undefined if the source waits with too many hours. */
    add(
      project: WaitingProject,
      source: LogSourceName,
      { hour, line }: { readonly hour: number; readonly line: string },
    ): Batch | undefined {
      const batch = batchOf(project, source, hour)
      if (!batch) return undefined
      batch.text += line
      batch.lines += 1
      project.size += line.length
      total += line.length
      return batch
    },
    /** Takes everything that waits. It counts until `release`. */
    take(project: WaitingProject): readonly Batch[] {
      const taken = [...project.batches.values()].flatMap((hours) => [...hours.values()])
      project.batches = new Map()
      return taken
    },
    release(project: WaitingProject, { text }: Batch): void {
      project.size -= text.length
      total -= text.length
    },
    drop(project: WaitingProject, source: LogSourceName, { now, count }: Loss): void {
      project.drops.add(now, count)
      project.unreported.set(source, (project.unreported.get(source) ?? 0) + count)
    },
  }
}

export type Waiting = ReturnType<typeof createWaiting>

type Loss = { readonly now: number; readonly count: number }

function batchOf(project: WaitingProject, source: LogSourceName, hour: number): Batch | undefined {
  let hours = project.batches.get(source)
  if (!hours) project.batches.set(source, (hours = new Map()))
  const known = hours.get(hour)
  if (known || hours.size >= MAX_WAITING_HOURS) return known
  const batch = { source, hour, text: '', lines: 0 }
  hours.set(hour, batch)
  return batch
}
