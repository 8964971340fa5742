import type { LogRow } from '@stoa/contract/services/logs/logs'
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { useReadNewer } from '../../../data/resources/services/logs/events.ts'
import type { LogScope } from '../../../data/resources/services/logs/scope.ts'
import { createLogTail } from './log-tail.ts'

type LogTailOptions = {
  projectRef: string
  scope: LogScope
  /** The events that are loaded; undefined until they are. */
  loaded: readonly LogRow[] | undefined
  isLive: boolean
  /** Whether somebody reads an event further down, so that the rows must stay. */
  isReading: boolean
  onBehind: () => void
}

const READ_MS = 1000
const NONE: readonly LogRow[] = []

/** New events of a scope while live mode is on. They stay when it is turned off. */
export function useLogTail({ projectRef, scope, loaded, isReading, ...options }: LogTailOptions) {
  const { isLive } = options
  const read = useReadNewer(projectRef, scope)
  const onBehind = useEffectEvent(options.onBehind)
  // Other events, or the same ones loaded again, begin another tail.
  const tail = useMemo(
    () =>
      loaded &&
      createLogTail({
        read,
        loaded,
        wait: waitToRead,
        since: () => (Date.now() - READ_MS) * 1000,
      }),
    [read, loaded],
  )
  useEffect(() => (isLive ? tail?.start() : undefined), [isLive, tail])
  const state = useSyncExternalStore(tail?.subscribe ?? NEVER, tail?.snapshot ?? NOTHING)
  useEffect(() => tail?.setReading(isReading), [tail, isReading])
  const isBehind = state?.isBehind ?? false
  useEffect(() => {
    if (isBehind) onBehind()
  }, [isBehind])
  return {
    shown: state?.shown ?? NONE,
    waiting: state?.waiting ?? NONE,
    error: isLive ? state?.error : undefined,
    showWaiting: () => tail?.showWaiting(),
  }
}

const NEVER = () => () => undefined
const NOTHING = () => undefined

/** A second, and until somebody looks at the page. */
const waitToRead = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const settle = () => {
      if (document.hidden) return
      document.removeEventListener('visibilitychange', settle)
      resolve()
    }
    const timer = setTimeout(() => {
      document.addEventListener('visibilitychange', settle)
      settle()
    }, READ_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', settle)
      reject(new Error('Stopped'))
    })
  })
