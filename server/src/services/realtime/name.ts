/** The service's name in paths, logs and usage. */
export const NAME = 'realtime'
