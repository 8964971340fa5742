import { createFileRoute } from '@tanstack/react-router'
import {
  functionActivityQuery,
  functionsQuery,
} from '../../../../../data/resources/services/functions/functions.ts'
import { FunctionsPage } from '../../../../../features/functions/functions-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/functions/')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(functionsQuery(call, ref)),
      read(functionActivityQuery(call, ref)),
    ]),
  component: FunctionsRoute,
})

function FunctionsRoute() {
  const { ref } = Route.useParams()
  return <FunctionsPage key={ref} projectRef={ref} />
}
