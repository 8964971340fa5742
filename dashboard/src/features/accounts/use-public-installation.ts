import { useEffect, useState } from 'react'
import {
  readPublicInstallation,
  type PublicInstallation,
} from '../../data/resources/platform/public-installation.ts'

/** Undefined until the server responds, and when the server cannot be reached. */
export function usePublicInstallation(): PublicInstallation | undefined {
  const [installation, setInstallation] = useState<PublicInstallation>()
  useEffect(() => {
    const controller = new AbortController()
    const read = async () => {
      const answer = await readPublicInstallation(controller.signal)
      if (!controller.signal.aborted) setInstallation(answer)
    }
    void read()
    return () => controller.abort()
  }, [])
  return installation
}
