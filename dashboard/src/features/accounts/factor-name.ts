import type { Factor } from '../../data/client/second-factor.ts'

/** How a factor is called where nobody named it. */
export const UNNAMED_FACTOR = 'Authenticator app'

export const factorName = ({ name }: Pick<Factor, 'name'>): string => name || UNNAMED_FACTOR
