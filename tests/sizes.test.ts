import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

// Limits for the sizes of files and functions. MANY_PARAMETERS names the only exceptions. It may only shrink: an entry
// that meets the limit must be removed.

const FILE_LINES = 200
const FUNCTION_LINES = 40
const COMPONENT_LINES = 60
const PARAMETERS = 3

const read = (path: string) => readFileSync(path, 'utf8')
const sources = globSync('src/**/*.{ts,tsx}').sort()
const scripts = globSync('scripts/**/*.ts').sort()

interface MeasuredFunction {
  lines: number
  name: string
  parameters: number
  isComponent: boolean
}

/** The name of a function, or of what it is assigned to; 'anonymous' for a callback. */
function nameOf(node: ts.SignatureDeclaration): string {
  const { parent } = node
  if (node.name) return node.name.getText()
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  return ts.isCallExpression(parent) ? `${parent.expression.getText().split('\n')[0]} callback` : 'anonymous'
}

function measure(source: ts.SourceFile, node: ts.FunctionLikeDeclaration): MeasuredFunction {
  const line = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const name = nameOf(node)
  return {
    isComponent: source.fileName.endsWith('.tsx') && /^[A-Z]/.test(name),
    lines: line(node.end) - line(node.getStart()) + 1,
    name,
    parameters: node.parameters.length
  }
}

function parsed(file: string): ts.SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true, kind)
}

function functionsIn(file: string): MeasuredFunction[] {
  const source = parsed(file)
  const found: MeasuredFunction[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body)
      found.push(measure(source, node as ts.FunctionLikeDeclaration))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const functions = [...scripts, ...sources].flatMap(file => functionsIn(file).map(each => ({ ...each, file })))

const namesWhere = (isOver: (each: MeasuredFunction) => boolean) =>
  functions
    .filter(isOver)
    .map(({ file, name }) => `${file} ${name}`)
    .toSorted()

// nanostores calls each of them with one value for each store.
const MANY_PARAMETERS: string[] = [
  'src/stores/booking/availability.ts computed callback',
  'src/stores/booking/availability.ts computed callback',
  'src/stores/booking/availability.ts computed callback',
  'src/stores/booking/availability.ts computed callback',
  'src/stores/booking/availability.ts computed callback',
  'src/stores/booking/kept-hold.ts computed callback'
]

describe('a file of src or scripts', () => {
  test(`has at most ${FILE_LINES} lines`, () => {
    expect([...scripts, ...sources].filter(file => read(file).trimEnd().split('\n').length > FILE_LINES)).toEqual([])
  })
})

describe('a function of src or scripts', () => {
  test(`has at most ${FUNCTION_LINES} lines, a component ${COMPONENT_LINES}`, () => {
    const isOver = ({ isComponent, lines }: MeasuredFunction) =>
      lines > (isComponent ? COMPONENT_LINES : FUNCTION_LINES)
    expect(namesWhere(isOver)).toEqual([])
  })

  test(`has at most ${PARAMETERS} parameters`, () => {
    expect(namesWhere(({ parameters }) => parameters > PARAMETERS)).toEqual(MANY_PARAMETERS)
  })
})
