import type { Location } from '@stoa/contract/catalog/regions'

const EARTH_RADIUS_KM = 6371

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Kilometres between two places along the Earth's surface (haversine). */
export function greatCircleDistance(from: Location, to: Location): number {
  const [fromLatitude, toLatitude] = [radians(from[0]), radians(to[0])]
  const latitudes = Math.sin((toLatitude - fromLatitude) / 2) ** 2
  const longitudes = Math.sin(radians(to[1] - from[1]) / 2) ** 2
  const half = latitudes + Math.cos(fromLatitude) * Math.cos(toLatitude) * longitudes
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** The region closest to a place; undefined if no region has a location. */
export function nearestRegion<T extends { readonly location?: Location | undefined }>(
  regions: readonly T[],
  place: Location,
): T | undefined {
  let nearest: { region: T; distance: number } | undefined
  for (const region of regions) {
    if (!region.location) continue
    const distance = greatCircleDistance(place, region.location)
    if (!nearest || distance < nearest.distance) nearest = { region, distance }
  }
  return nearest?.region
}
