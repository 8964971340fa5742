import { useEffect } from 'react'
import { useCapability } from '../../data/resources/platform/profile.ts'
import { useTelemetry } from '../../data/resources/platform/telemetry.ts'

/**
 * Sends an event for each opened page, if the installation stores usage events and the user agreed.
 */
export function usePageEvents(pathname: string) {
  const telemetry = useTelemetry()
  const can = useCapability()
  const isKept = can('telemetry:send')
  useEffect(() => {
    if (isKept) void telemetry.send({ name: 'page_opened', pagePath: pathname })
  }, [isKept, telemetry, pathname])
}
