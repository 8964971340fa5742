import type { ComputeSizeId } from './compute-sizes.ts'

/** The price of an hour of each compute size, in US dollars. The Free plan pays for none. */
export const COMPUTE_PRICES: Readonly<Record<ComputeSizeId, string>> = {
  nano: '0.01344',
  micro: '0.01344',
  small: '0.0206',
  medium: '0.0822',
  large: '0.1517',
  xlarge: '0.2877',
  '2xlarge': '0.562',
  '4xlarge': '1.32',
}
