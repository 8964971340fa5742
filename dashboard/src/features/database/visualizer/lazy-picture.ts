import { lazy } from 'react'

/** The picture with its library, which only this page loads. */
export const Picture = lazy(async () => ({
  default: (await import('./picture/picture.tsx')).Picture,
}))
