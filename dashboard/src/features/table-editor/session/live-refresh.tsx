import type { SessionView } from './session-view.ts'
import { useLiveRefresh } from './use-live-refresh.ts'

/** Keeps the rows of a watched table up to date. A component, so that it loads when it is used. */
export function LiveRefresh({ session }: { session: SessionView }) {
  useLiveRefresh(session)
  return null
}
