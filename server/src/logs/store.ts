import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { Clock } from '../lib/clock.ts'
import { createKeyedMutex, type KeyedMutex } from '../lib/keyed-mutex.ts'
import type { Log } from '../lib/log.ts'
import type { ChangedHour, LogStore } from './port.ts'
import { createEventEncoder } from './segments/encode-event.ts'
import { MAX_BATCH_BYTES, MAX_WAIT_MS } from './segments/limits.ts'
import { openSource, type SegmentsPlace, type SourceSegments } from './segments/source-segments.ts'
import { createSegmentWriter } from './segments/segment-writer.ts'
import {
  closeSegments,
  expireFiles,
  findFiles,
  measureProject,
  openFolders,
  replaceSegment,
  type StoreFiles,
} from './segments/store-files.ts'
import { createWaiting, type Waiting } from './segments/waiting.ts'

export type LogStoreOptions = {
  /** Only the server can write in it. */
  readonly folder: string
  /** The group of the account that reads the files, if it is not the server's own. */
  readonly gid?: number | undefined
  readonly clock: Clock
  readonly log: Log
}

/** Refs become names of folders. */
const REF = /^[a-z0-9]{1,64}$/

/** A log store in a folder of this machine. */
export function createLogStore({ folder, gid, clock, log }: LogStoreOptions): LogStore {
  const place: SegmentsPlace = { folder, gid }
  const mutex = createKeyedMutex()
  const waiting = createWaiting()
  const sources = createOpenSources(place)
  const encode = createEventEncoder(clock)
  const listeners = new Set<(changed: ChangedHour) => void>()
  const changed = (hour: ChangedHour) => {
    for (const listener of listeners) listener(hour)
  }
  const writer = createSegmentWriter({
    place,
    waiting,
    open: sources.open,
    forget: sources.forget,
    mutex,
    encode,
    changed,
    clock,
    log,
  })
  const removed = new Set<string>()
  const flush = (ref: string) => {
    const project = waiting.projects.get(ref)
    return project ? writer.flush(project) : Promise.resolve()
  }
  const files: StoreFiles = { place, mutex, sources, clock, flush }
  const timer = createWriteTimer(() => {
    for (const project of waiting.projects.values())
      if (project.batches.size > 0) writer.write(project)
  })
  let isStopped = false

  return {
    write(ref, source, event) {
      if (isStopped || removed.has(ref) || !REF.test(ref)) return
      const project = waiting.of(ref)
      const batch = waiting.hasRoom(project)
        ? waiting.add(project, source, encode(event))
        : undefined
      if (!batch) waiting.drop(project, source, { now: clock.now().getTime(), count: 1 })
      else if (batch.text.length >= MAX_BATCH_BYTES) writer.write(project)
      timer.start()
    },
    flush,
    files: (ref, source, span) => findFiles(files, { ref, source, span }),
    closedSegments: () => closeSegments(files),
    async replace(segment, compacted) {
      changed(await replaceSegment(files, segment, compacted))
    },
    dropped: (ref, span) => waiting.projects.get(ref)?.drops.within(span) ?? 0,
    async storage(ref) {
      const dropped = waiting.projects.get(ref)?.drops.total() ?? 0
      return { ...(await measureProject(files, ref)), dropped }
    },
    expire: (ref, limits) => expireFiles(files, ref, limits),
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    remove: (ref) => removeProject({ folder, mutex, waiting, sources, removed }, ref),
    async stop() {
      isStopped = true
      timer.stop()
      await Promise.all([...waiting.projects.keys()].map(flush))
    },
  }
}

async function removeProject(
  {
    folder,
    mutex,
    waiting,
    sources,
    removed,
  }: {
    readonly folder: string
    readonly mutex: KeyedMutex
    readonly waiting: Waiting
    readonly sources: OpenSources
    readonly removed: Set<string>
  },
  ref: string,
): Promise<void> {
  if (!REF.test(ref)) return
  removed.add(ref)
  await mutex.runExclusive(ref, async () => {
    const project = waiting.projects.get(ref)
    if (project) for (const batch of waiting.take(project)) waiting.release(project, batch)
    waiting.projects.delete(ref)
    sources.forgetProject(ref)
    await rm(path.join(folder, ref), { recursive: true, force: true })
  })
}

/** Starts with the first event that waits, so that a server without events has no timer. */
function createWriteTimer(write: () => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    start(): void {
      timer ??= setTimeout(() => {
        timer = undefined
        write()
      }, MAX_WAIT_MS).unref()
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** The folders that this server has put in order and writes to. */
function createOpenSources(place: SegmentsPlace): OpenSources {
  const opened = new Map<string, Map<LogSourceName, Promise<SourceSegments>>>()
  let everything: Promise<void> | undefined

  function open(ref: string, source: LogSourceName): Promise<SourceSegments> {
    const ofProject = opened.get(ref) ?? new Map<LogSourceName, Promise<SourceSegments>>()
    opened.set(ref, ofProject)
    const known = ofProject.get(source)
    if (known) return known
    const opening = openSource(place, ref, source)
    ofProject.set(source, opening)
    opening.catch(() => ofProject.delete(source))
    return opening
  }

  return {
    open,
    forget: (ref, source) => opened.get(ref)?.delete(source),
    forgetProject: (ref) => opened.delete(ref),
    async all() {
      everything ??= openFolders(place, open)
      everything.catch(() => (everything = undefined))
      await everything
      return Promise.all([...opened.values()].flatMap((sources) => [...sources.values()]))
    },
  }
}

type OpenSources = StoreFiles['sources']
