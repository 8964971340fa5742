/**
 * Keeps between `capacity` and twice as many of the most recently used entries. Two generations
 * instead of a linked list: a hit costs one lookup, and nothing is moved.
 */
export function createPlanCache<Value>(capacity: number) {
  let young = new Map<string, Value>()
  let old = new Map<string, Value>()

  function set(key: string, value: Value): void {
    if (young.size >= capacity) {
      old = young
      young = new Map()
    }
    young.set(key, value)
  }

  return {
    get(key: string): Value | undefined {
      const found = young.get(key)
      if (found !== undefined) return found
      const older = old.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    set,
    clear() {
      young = new Map()
      old = new Map()
    },
  }
}
