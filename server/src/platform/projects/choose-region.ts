import { databaseRegions, type Location } from '@stoa/contract/catalog/regions'
import { AppError } from '../../lib/errors.ts'
import { nearestRegion } from './nearest-region.ts'

/** The region of a machine whose location is not configured. */
const LOCAL = 'local'

/**
 * The region of a new project. An installation is one machine and has one region: the configured one,
 * or the one nearest to the configured location. Other regions are refused with 400 `unknown_region`.
 */
export function chooseRegion(
  configured: string | Location | undefined,
  requested: string | undefined,
): string {
  const region =
    typeof configured === 'object'
      ? (nearestRegion(databaseRegions, configured)?.code ?? LOCAL)
      : (configured ?? LOCAL)
  if (requested === undefined || requested === region) return region
  throw new AppError(
    'unknown_region',
    `The region ${requested} is not available on this installation.`,
    {
      status: 400,
      hint: `Use ${region}.`,
    },
  )
}
