import { createFileRoute } from '@tanstack/react-router'
import { InstallationMailbox } from '../../../features/mailbox/installation-mailbox.tsx'

export const Route = createFileRoute('/_app/installation/mailbox')({
  component: InstallationMailbox,
})
