/** Reasons to keep the rows as they are, such as an open editor of a cell. */
export type RefreshHolds = {
  /** Keeps the rows until the returned function is called. */
  hold: () => () => void
  isHeld: () => boolean
  subscribe: (listener: () => void) => () => void
}

export function createRefreshHolds(): RefreshHolds {
  const holds = new Set<symbol>()
  const listeners = new Set<() => void>()
  const emit = () => {
    for (const listener of listeners) listener()
  }
  return {
    hold() {
      const mark = Symbol('hold')
      holds.add(mark)
      emit()
      return () => {
        holds.delete(mark)
        emit()
      }
    },
    isHeld: () => holds.size > 0,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
