import { useProfile } from './profile.ts'

/**
 * The path where the signed-in user lands by default. The server decides it; until the server
 * responds, it is `/organizations`.
 */
export const useLandingPath = (): string => useProfile().data?.landing_path ?? '/organizations'
