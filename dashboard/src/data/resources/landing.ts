import { useProfile } from './profile.ts'

/**
 * Where the signed-in person lands when nothing else is asked for: the server decides. Until it has
 * said so the address that leads on from there.
 */
export const useLandingPath = (): string => useProfile().data?.landing_path ?? '/organizations'
