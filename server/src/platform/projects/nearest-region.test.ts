import { databaseRegions, edgeRegions } from '@stoa/contract/catalog/regions'
import { describe, expect, it } from 'vitest'
import { chooseRegion } from './choose-region.ts'
import { greatCircleDistance, nearestRegion } from './nearest-region.ts'

// SPEC: "Earth radius 6371 for distance."
it('measures 5837 km from Paris to New York in both directions', () => {
  const paris = [48.8566, 2.3522] as const
  const newYork = [40.7128, -74.006] as const
  expect(Math.round(greatCircleDistance(paris, newYork))).toBe(5837)
  expect(greatCircleDistance(newYork, paris)).toBe(greatCircleDistance(paris, newYork))
})

it('measures half of the circumference between opposite points of the Earth', () => {
  expect(greatCircleDistance([0, 0], [0, 180])).toBeCloseTo(Math.PI * 6371, 5)
})

describe('the nearest region', () => {
  it.each([
    ['Lisbon', [38.72, -9.14], 'eu-west-3'],
    ['Wellington, across the date line', [-41.29, 174.78], 'ap-southeast-2'],
    ['Honolulu', [21.31, -157.86], 'us-west-1'],
    ['Buenos Aires', [-34.6, -58.38], 'sa-east-1'],
  ] as const)('is computed for %s', (_city, place, code) => {
    expect(nearestRegion(databaseRegions, place)?.code).toBe(code)
  })

  // SPEC: "**Region**: key, code, displayName, location [lat, lng]."
  // SPEC: "16 database regions are listed (US West, US East two, Canada, Ireland, London, Paris,
  // Frankfurt, Zurich, Stockholm, Mumbai, Singapore, Tokyo, Seoul, Sydney, São Paulo)."
  it('is chosen from 16 distinct database regions', () => {
    expect(new Set(databaseRegions.map(({ code }) => code)).size).toBe(16)
    const names = databaseRegions.map(({ displayName }) => displayName).join(', ')
    const places =
      'West US|North Virginia|Ohio|Canada|Ireland|London|Paris|Frankfurt|Zurich|Stockholm|Mumbai|Singapore|Tokyo|Seoul|Sydney|São Paulo'
    for (const place of places.split('|')) expect(names).toContain(place)
    for (const { key, location } of databaseRegions) {
      expect(key).toMatch(/^[A-Z_0-9]+$/)
      expect(Math.abs(location[0])).toBeLessThanOrEqual(90)
      expect(Math.abs(location[1])).toBeLessThanOrEqual(180)
    }
  })

  // SPEC: "A second list holds one Singapore region with code sin."
  it('has a second list with the region of the edge', () => {
    expect(edgeRegions).toMatchObject([{ code: 'sin', displayName: 'Singapore' }])
  })
})

describe('the region of a new project', () => {
  it('is local where no place is configured', () => {
    expect(chooseRegion(undefined, undefined)).toBe('local')
  })

  // SPEC: "The default region depends on the environment."
  it('is the configured one, or the one nearest to the configured place', () => {
    expect(chooseRegion('ap-south-1', undefined)).toBe('ap-south-1')
    expect(chooseRegion([52.52, 13.4], undefined)).toBe('eu-central-1')
  })

  it('is refused when it is not the one of this machine', () => {
    expect(chooseRegion('ap-south-1', 'ap-south-1')).toBe('ap-south-1')
    expect(() => chooseRegion('ap-south-1', 'eu-central-1')).toThrow(
      'The region eu-central-1 is not available on this installation.',
    )
  })
})
