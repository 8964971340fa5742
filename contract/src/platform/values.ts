import { z } from 'zod'

/** A time in ISO 8601 with its offset, `2025-05-16T22:00:00Z`. */
export const Moment = z.iso.datetime({ offset: true })

/** A link for people: http and https only. */
export const WebLink = z.url({ protocol: /^https?$/ }).max(2000)
