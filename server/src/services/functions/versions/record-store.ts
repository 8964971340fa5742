import { createKeyedMutex } from '../../../lib/keyed-mutex.ts'
import type { StoredProject } from '../../../project/project.ts'
import { openRecords, type RecordFile, type Records } from './records.ts'

const NAME = 'functions'

/** The parts of a project that give access to its functions; it can be asleep or paused. */
export type ProjectHandle = Pick<StoredProject, 'ref' | 'folder'>

/** The folder with a project's records and the files of its functions. */
export const functionsFolderOf = (place: ProjectHandle): string => place.folder(NAME)

/** The records of every project, each read once and kept. */
export type RecordStore = {
  open(place: ProjectHandle): Promise<RecordFile>
  read(place: ProjectHandle): Promise<Records>
  /** The records if they are loaded, which each call of a function needs without waiting. */
  loaded(ref: string): RecordFile | undefined
  /** Reads, decides and saves while no other change of the project's records runs. */
  change<T>(
    place: ProjectHandle,
    decide: (records: Records) => Promise<readonly [Records, T]> | readonly [Records, T],
  ): Promise<T>
  /** Releases the memory of a deleted project. */
  forget(ref: string): void
}

export function createRecordStore(): RecordStore {
  const opened = new Map<string, Promise<RecordFile>>()
  const ready = new Map<string, RecordFile>()
  const mutex = createKeyedMutex()

  function open(place: ProjectHandle): Promise<RecordFile> {
    const known = opened.get(place.ref)
    if (known) return known
    const file = openRecords(functionsFolderOf(place))
    opened.set(place.ref, file)
    file.then(
      (records) => {
        if (opened.get(place.ref) === file) ready.set(place.ref, records)
      },
      // A failure must not outlast its cause.
      () => opened.delete(place.ref),
    )
    return file
  }

  return {
    open,
    read: async (place) => (await open(place)).current(),
    loaded: (ref) => ready.get(ref),
    change: (place, decide) =>
      mutex.runExclusive(place.ref, async () => {
        const file = await open(place)
        const [next, result] = await decide(file.current())
        await file.save(next)
        return result
      }),
    forget(ref) {
      opened.delete(ref)
      ready.delete(ref)
    },
  }
}
