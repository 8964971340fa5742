import { z } from 'zod'

/** A moment as ISO 8601 with its offset, `2025-05-16T22:00:00Z`. */
export const Moment = z.iso.datetime({ offset: true })

/** An address a person can be sent to: nothing but the web's own protocols. */
export const WebLink = z.url({ protocol: /^https?$/ }).max(2000)
