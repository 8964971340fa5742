/** Lint rules of this project that oxlint doesn't have. Each message names what to use instead. */
export default {
  meta: { name: 'house' },
  rules: {
    'no-export-all': {
      create: (context) => ({
        ExportAllDeclaration: (node) =>
          context.report({ node, message: 'Export each thing by its name, not `export *`.' }),
      }),
    },
    'no-ambient-time': {
      create: (context) => {
        const message =
          'Take the time from a clock that is handed in; measure how long something takes with `performance.now()`.'
        return {
          NewExpression(node) {
            if (isDate(node.callee) && node.arguments.length === 0)
              context.report({ node, message })
          },
          CallExpression(node) {
            const { callee } = node
            const isNow = callee.type === 'MemberExpression' && callee.property.name === 'now'
            if (isNow && isDate(callee.object)) context.report({ node, message })
          },
        }
      },
    },
  },
}

const isDate = (node) => node.type === 'Identifier' && node.name === 'Date'
