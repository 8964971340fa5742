import { expireCookie, hasCookie, keepCookie } from '../../lib/cookies.ts'

/** The telemetry cookie: there while the person agrees to usage events, and only then. */
const COOKIE = 'stoa-telemetry'
const ONE_YEAR = 31_536_000

/** True once the person has said yes to usage events; nothing is sent before. */
export const hasTelemetryConsent = (): boolean => hasCookie(COOKIE)

export const keepTelemetryCookie = () => keepCookie(COOKIE, ONE_YEAR)

/** Consent withdrawn, refused, or somebody else's from here on. */
export const expireTelemetryCookie = () => expireCookie(COOKIE)
