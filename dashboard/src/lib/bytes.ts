const MEGABYTE = 1024 * 1024
export const GIGABYTE = 1024 * MEGABYTE

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** `512 MB`, `1.5 GB`; the units are powers of 1024, as those of Postgres. */
export const formatBytes = (bytes: number): string =>
  bytes < GIGABYTE
    ? `${number.format(Math.round(bytes / MEGABYTE))} MB`
    : `${number.format(bytes / GIGABYTE)} GB`
