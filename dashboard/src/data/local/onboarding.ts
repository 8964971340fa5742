import { isBoolean } from '../../lib/storage.ts'
import { useSetting } from '../../lib/use-setting.ts'
import { useProfile } from '../resources/platform/profile.ts'

/** Whether the signed-in user hid the first steps of a project in this browser. */
export function useOnboardingHidden(ref: string): [boolean, (isHidden: boolean) => void] {
  const { data: profile } = useProfile()
  return useSetting(`stoa.onboarding-hidden.${profile?.id ?? ''}.${ref}`, false, isBoolean)
}
