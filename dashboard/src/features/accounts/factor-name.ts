import type { Factor } from '../../data/client/second-factor.ts'

/** The display name of a factor that has no name. */
export const UNNAMED_FACTOR = 'Authenticator app'

export const factorName = ({ name }: Pick<Factor, 'name'>): string => name || UNNAMED_FACTOR
