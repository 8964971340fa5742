/**
 * Tells code that waits when nobody needs its result any more. An `AbortSignal` is one, but costs
 * several microseconds to make and listen to, which every request would pay.
 */
export type EndSignal = {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** A signal that its owner aborts, at most once. */
export class EndController implements EndSignal {
  aborted = false
  #listeners: (() => void)[] = []

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.aborted) this.#listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const at = this.#listeners.indexOf(listener)
    if (at >= 0) this.#listeners.splice(at, 1)
  }

  abort(): void {
    if (this.aborted) return
    this.aborted = true
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) listener()
  }
}
