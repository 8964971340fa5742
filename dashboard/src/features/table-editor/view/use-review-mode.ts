import { useEffect, useSyncExternalStore } from 'react'
import { useProfile } from '../../../data/resources/platform/profile.ts'
import { useSetting } from '../../../lib/use-setting.ts'
import type { SessionView } from '../session/session-view.ts'

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

/** Whether this person reviews changes before they are saved, kept in this browser. */
export function useReviewMode({ review }: SessionView) {
  const { data: profile } = useProfile()
  const key = `stoa.review-changes.${profile?.id ?? ''}`
  const [isWanted, setIsWanted] = useSetting(key, false, isBoolean)
  const changes = useSyncExternalStore(review.subscribe, review.changes)
  // The mode stays on, also if it was turned off in another tab, while changes are collected.
  const isOn = isWanted || changes.length > 0
  useEffect(() => review.setOn(isOn), [review, isOn])
  return { isOn, canTurnOff: changes.length === 0, set: setIsWanted }
}
