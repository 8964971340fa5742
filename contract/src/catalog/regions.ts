/** Latitude and longitude in degrees. */
export type Location = readonly [latitude: number, longitude: number]

export type Region = {
  readonly key: string
  readonly code: string
  readonly displayName: string
  readonly location: Location
}

/** A location for databases, available on installations that map the region to an engine. */
export const databaseRegions: readonly Region[] = [
  {
    key: 'WEST_US',
    code: 'us-west-1',
    displayName: 'West US (North California)',
    location: [37.7749, -122.4194],
  },
  {
    key: 'EAST_US',
    code: 'us-east-1',
    displayName: 'East US (North Virginia)',
    location: [38.9940541, -77.4524237],
  },
  {
    key: 'EAST_US_2',
    code: 'us-east-2',
    displayName: 'East US (Ohio)',
    location: [39.9611755, -82.9987942],
  },
  {
    key: 'CENTRAL_CANADA',
    code: 'ca-central-1',
    displayName: 'Canada (Central)',
    location: [45.5016889, -73.567256],
  },
  {
    key: 'WEST_EU',
    code: 'eu-west-1',
    displayName: 'West EU (Ireland)',
    location: [53.3498053, -6.2603097],
  },
  {
    key: 'WEST_EU_2',
    code: 'eu-west-2',
    displayName: 'West Europe (London)',
    location: [51.5073219, -0.1276474],
  },
  {
    key: 'WEST_EU_3',
    code: 'eu-west-3',
    displayName: 'West EU (Paris)',
    location: [48.8566969, 2.3514616],
  },
  {
    key: 'CENTRAL_EU',
    code: 'eu-central-1',
    displayName: 'Central EU (Frankfurt)',
    location: [50.1106444, 8.6820917],
  },
  {
    key: 'CENTRAL_EU_2',
    code: 'eu-central-2',
    displayName: 'Central Europe (Zurich)',
    location: [47.3744489, 8.5410422],
  },
  {
    key: 'NORTH_EU',
    code: 'eu-north-1',
    displayName: 'North EU (Stockholm)',
    location: [59.3251172, 18.0710935],
  },
  {
    key: 'SOUTH_ASIA',
    code: 'ap-south-1',
    displayName: 'South Asia (Mumbai)',
    location: [18.9733536, 72.8281049],
  },
  {
    key: 'SOUTHEAST_ASIA',
    code: 'ap-southeast-1',
    displayName: 'Southeast Asia (Singapore)',
    location: [1.357107, 103.8194992],
  },
  {
    key: 'NORTHEAST_ASIA',
    code: 'ap-northeast-1',
    displayName: 'Northeast Asia (Tokyo)',
    location: [35.6895, 139.6917],
  },
  {
    key: 'NORTHEAST_ASIA_2',
    code: 'ap-northeast-2',
    displayName: 'Northeast Asia (Seoul)',
    location: [37.5666791, 126.9782914],
  },
  {
    key: 'OCEANIA',
    code: 'ap-southeast-2',
    displayName: 'Oceania (Sydney)',
    location: [-33.8698439, 151.2082848],
  },
  {
    key: 'SOUTH_AMERICA',
    code: 'sa-east-1',
    displayName: 'South America (São Paulo)',
    location: [-23.5506507, -46.6333824],
  },
]

/** Regions of the second provider, `FLY`. */
export const edgeRegions: readonly Region[] = [
  {
    key: 'SOUTHEAST_ASIA',
    code: 'sin',
    displayName: 'Singapore',
    location: [1.357107, 103.8194992],
  },
]
