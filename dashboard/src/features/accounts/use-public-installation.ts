import { useEffect, useState } from 'react'
import { readPublicInstallation } from '../../data/public-installation.ts'

type PublicInstallation = Awaited<ReturnType<typeof readPublicInstallation>>

/** Undefined until the server answered, and when it cannot be reached. */
export function usePublicInstallation(): PublicInstallation {
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
