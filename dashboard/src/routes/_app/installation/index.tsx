import { createFileRoute } from '@tanstack/react-router'
import { InstallationSettings } from '../../../features/installation/installation-settings.tsx'

export const Route = createFileRoute('/_app/installation/')({ component: InstallationSettings })
