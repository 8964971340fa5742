import { ObjectMissing, type ObjectStore } from '../src/backups/store/object-store.ts'

export type MemoryStore = ObjectStore & {
  keys(): readonly string[]
  /** The keys of all objects that were stored, in order. */
  puts(): readonly string[]
  /** After so many more objects, the store fails. */
  failAfter(objects: number, error: Error): void
  /** Changes a byte of an object. */
  damage(key: string): void
}

/** A store of backups in memory. */
export function createMemoryStore(): MemoryStore {
  const objects = new Map<string, Buffer>()
  const puts: string[] = []
  let failure = { left: Infinity, error: new Error('The store fails') }
  return {
    keys: () => [...objects.keys()].toSorted(),
    puts: () => puts,
    failAfter: (left, error) => void (failure = { left, error }),
    damage(key) {
      const content = Buffer.from(objects.get(key) ?? '')
      content.writeUInt8(content.readUInt8(content.length - 1) ^ 1, content.length - 1)
      objects.set(key, content)
    },
    async put(key, content) {
      const read: Buffer[] = []
      for await (const part of content) read.push(part)
      if (failure.left <= 0) throw failure.error
      failure.left -= 1
      const whole = Buffer.concat(read)
      objects.set(key, whole)
      puts.push(key)
      return whole.length
    },
    async get(key) {
      const content = objects.get(key)
      if (!content) throw new ObjectMissing(key)
      return (async function* () {
        yield content
      })()
    },
    has: async (key) => objects.has(key),
    async *list(prefix) {
      for (const [key, { length }] of objects)
        if (key.startsWith(prefix)) yield { key, bytes: length }
    },
    remove: async (key) => void objects.delete(key),
  }
}
