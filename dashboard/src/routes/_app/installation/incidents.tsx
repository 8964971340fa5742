import { createFileRoute } from '@tanstack/react-router'
import { IncidentsPage } from '../../../features/installation/incidents-page.tsx'

export const Route = createFileRoute('/_app/installation/incidents')({ component: IncidentsPage })
