import type { SigningKey } from '@stoa/contract/platform/keys'
import { useRevealSigningKey } from '../../data/resources/platform/keys.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../ui/overlays/dialog.tsx'

type RevealSigningKeyDialogProps = {
  projectRef: string
  signingKey: SigningKey
  onClose: () => void
}

/**
 * Shows a secret or private key after a confirmation, because the audit log records each reveal.
 */
export function RevealSigningKeyDialog(props: RevealSigningKeyDialogProps) {
  const { projectRef, signingKey, onClose } = props
  const reveal = useRevealSigningKey(projectRef)
  const noun = signingKey.public_jwk ? 'private key' : 'secret'
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Reveal the ${noun}`}
        description="Anyone who has it can act as any user, including the service role. Revealing it is recorded in the audit log."
      >
        {reveal.data && (
          <DialogBody>
            <CodeBlock code={reveal.data} label={noun} wrap />
          </DialogBody>
        )}
        <DialogFooter>
          {!reveal.data && (
            <Button
              variant="primary"
              pending={reveal.isPending}
              onClick={() => reveal.mutate(signingKey.id)}
            >
              Reveal
            </Button>
          )}
          <Button onClick={onClose}>{reveal.data ? 'Done' : 'Cancel'}</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
