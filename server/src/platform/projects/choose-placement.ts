import type { Location } from '@stoa/contract/catalog/regions'
import { AppError } from '../../lib/errors.ts'
import type { Placement } from '../deps.ts'
import { nearestRegion } from './nearest-region.ts'

/** What an installation has that names no other: the machine it runs on. */
const localMachine: Placement = {
  provider: 'local',
  region: 'local',
  displayName: 'This machine',
}

/** Where a new project goes: the region asked for (400 `unknown_region`), else the nearest one. */
export function choosePlacement(options: {
  placements: readonly Placement[] | undefined
  location: Location | undefined
  region: string | undefined
}): Placement {
  const placements = options.placements?.length ? options.placements : [localMachine]
  if (options.region !== undefined) {
    const asked = placements.find(({ region }) => region === options.region)
    if (asked) return asked
    throw new AppError('unknown_region', `No region is named ${options.region} here.`, {
      status: 400,
      hint: `There is ${placements.map(({ region }) => region).join(', ')}.`,
    })
  }
  const nearest = options.location && nearestRegion(placements, options.location)
  return nearest ?? placements[0] ?? localMachine
}
