import { databaseRegions, edgeRegions } from '@stoa/contract/catalog/regions'
import { describe, expect, it } from 'vitest'
import { choosePlacement } from './choose-placement.ts'
import { greatCircleDistance, nearestRegion } from './nearest-region.ts'

// SPEC: "Earth radius 6371 for distance."
it('the distance from Paris to New York is 5837 km, there and back', () => {
  const paris = [48.8566, 2.3522] as const
  const newYork = [40.7128, -74.006] as const
  expect(Math.round(greatCircleDistance(paris, newYork))).toBe(5837)
  expect(greatCircleDistance(newYork, paris)).toBe(greatCircleDistance(paris, newYork))
})

it('the far side of the Earth is half its way round', () => {
  expect(greatCircleDistance([0, 0], [0, 180])).toBeCloseTo(Math.PI * 6371, 5)
})

describe('the nearest region', () => {
  it.each([
    ['Lisbon', [38.72, -9.14], 'eu-west-3'],
    ['Wellington, across the date line', [-41.29, 174.78], 'ap-southeast-2'],
    ['Honolulu', [21.31, -157.86], 'us-west-1'],
    ['Buenos Aires', [-34.6, -58.38], 'sa-east-1'],
  ] as const)('to %s', (_city, place, code) => {
    expect(nearestRegion(databaseRegions, place)?.code).toBe(code)
  })

  it('the catalogue has the 16 regions, each once, and the one of the edge', () => {
    expect(new Set(databaseRegions.map(({ code }) => code)).size).toBe(16)
    expect(edgeRegions.map(({ code }) => code)).toEqual(['sin'])
  })
})

describe('the placement of a new project', () => {
  const placements = databaseRegions.map(({ code, displayName, location }) => ({
    provider: 'AWS',
    region: code,
    displayName,
    location,
  }))

  it('is the local machine where nothing else is configured', () => {
    const chosen = choosePlacement({ placements: [], location: undefined, region: undefined })
    expect(chosen.region).toBe('local')
  })

  // SPEC: "The default region depends on the environment."
  it('is the nearest one, or the one asked for', () => {
    const location = [52.52, 13.4] as const
    const choose = (region?: string) => choosePlacement({ placements, location, region }).region
    expect(choose()).toBe('eu-central-1')
    expect(choose('ap-south-1')).toBe('ap-south-1')
    expect(() => choose('local')).toThrow('No region is named local here.')
  })
})
