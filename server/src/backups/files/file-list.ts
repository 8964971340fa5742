import { z } from 'zod'
import { backupDamaged } from '../errors.ts'
import type { BackupParts } from '../deps.ts'
import { listsPrefix } from '../keys.ts'
import { named, readObject } from '../place/read-object.ts'
import { ObjectDamaged } from '../sealing/open-sealed.ts'
import type { Content } from '../store/object-store.ts'

/** A file in the store, as a list names it. */
export const ListedFile = z.object({
  path: z.string(),
  bytes: z.number(),
  state: z.string(),
  /** The digests of its parts, in their order. */
  parts: z.array(z.string()),
})
export type ListedFile = z.infer<typeof ListedFile>

/** The last line of a list, without which it is not whole. */
const End = z.object({ files: z.number() })
const LONGEST_LINE = 64 * 1024 * 1024

type Parts = Pick<BackupParts, 'store' | 'key'>

/** One line of JSON for each file, and a last one with their number. */
export async function* formatList(files: AsyncIterable<ListedFile>): Content {
  let count = 0
  for await (const file of files) {
    count += 1
    yield Buffer.from(`${JSON.stringify(file)}\n`)
  }
  yield Buffer.from(`${JSON.stringify({ files: count })}\n`)
}

/** The keys of a project's lists, newest first. */
export async function listLists({ store }: Pick<Parts, 'store'>, ref: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(listsPrefix(ref))) keys.push(key)
  return keys.toSorted().toReversed()
}

/** The files of a list. Rejects with 500 `backup_damaged` if it is not whole. */
export async function* readList(parts: Parts, key: string): AsyncGenerator<ListedFile> {
  let files = 0
  let end: number | undefined
  for await (const line of linesOf(parts, key)) {
    const value: unknown = JSON.parse(line)
    const ending = End.safeParse(value)
    if (ending.success) {
      end = ending.data.files
      continue
    }
    files += 1
    yield ListedFile.parse(value)
  }
  if (end !== files) throw backupDamaged(PART, 'is not whole')
}

const PART = 'the list of its files'

async function* linesOf(parts: Parts, key: string): AsyncGenerator<string> {
  const content = await named(PART, { isOptional: false }, () => readObject(parts, key))
  const iterator = content[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  try {
    for (;;) {
      const { done, value } = await named(PART, { isOptional: false }, () => iterator.next())
      if (done) return
      let from = 0
      const text = held.length === 0 ? value : Buffer.concat([held, value])
      for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, from)) {
        yield text.toString('utf8', from, at)
        from = at + 1
      }
      held = text.subarray(from)
      if (held.length > LONGEST_LINE)
        throw backupDamaged(PART, 'is damaged', new ObjectDamaged('a line is too long'))
    }
  } finally {
    await iterator.return?.()
  }
}
