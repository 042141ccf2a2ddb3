// How the fields of a row are sent and read: written as one array parameter for each column with
// all rows of a batch, and read from a row of pg. Contains no table; never sends a statement.

/**
 * The elements of an array parameter. Booleans and times are sent as text and numbers: see
 * `boolean` and `instant`.
 */
export type Parameter = string | number | null

export interface Codec<Value> {
  /** The type of the parameter's elements. */
  readonly sqlType: 'uuid' | 'bigint' | 'int' | 'text'
  toParameter(value: Value): Parameter
  /** SQL: the column's value, from the parameter's element. */
  toColumn(element: string): string
  /** SQL: the expression that a read selects. */
  toRead(column: string): string
  /** Converts the value that pg returns. */
  fromRow(raw: unknown): Value
}

export interface Column<Value> {
  readonly name: string
  readonly codec: Codec<Value>
}

/** One column for each field: a field without a column does not compile. */
export type ColumnsOf<Fields> = { readonly [Field in keyof Fields]: Column<Fields[Field]> }

/** A column as a parameter of a batch of rows. */
export interface Written<Row> {
  readonly name: string
  readonly sqlType: string
  /** SQL: the column's value, from the parameter's element. */
  toColumn(element: string): string
  parameterOf(row: Row): Parameter
}

export function column<Value>(name: string, codec: Codec<Value>): Column<Value> {
  return { name, codec }
}

/** @param fieldsOf null: all these columns are null in the row */
export function written<Row, Fields extends object>(
  columns: ColumnsOf<Fields>,
  fieldsOf: (row: Row) => NoInfer<Fields> | null,
): Written<Row>[] {
  return keysOf(columns).map(field => {
    const { name, codec } = columns[field]
    const { sqlType, toColumn } = codec
    const parameterOf = (row: Row) => {
      const fields = fieldsOf(row)
      return fields === null ? null : codec.toParameter(fields[field])
    }
    return { name, sqlType, toColumn, parameterOf }
  })
}

/** SQL: a batch of rows, as `u` with the columns' names, from parameters $1 on. */
export function unnest(columns: readonly Pick<Written<never>, 'name' | 'sqlType'>[]): string {
  const arrays = columns.map(({ sqlType }, i) => `$${i + 1}::${sqlType}[]`)
  return `unnest(${arrays.join(', ')}) AS u (${columns.map(({ name }) => name).join(', ')})`
}

/** The parameters of `unnest`. */
export function arraysOf<Row>(columns: readonly Written<Row>[], rows: readonly Row[]): unknown[] {
  return columns.map(({ parameterOf }) => rows.map(parameterOf))
}

/** SQL: the expressions that a read selects, one for each column. */
export function selected<Fields extends object>(columns: ColumnsOf<Fields>): string[] {
  return keysOf(columns).map(field => {
    const { name, codec } = columns[field]
    return `${codec.toRead(name)} AS ${name}`
  })
}

/** A row of pg with the columns of `selected`. */
export type Row = Readonly<Record<string, unknown>>

export function readFields<Fields extends object>(columns: ColumnsOf<Fields>, row: Row): Fields {
  const fields = keysOf(columns).map(field => {
    const { name, codec } = columns[field]
    return [field, codec.fromRow(row[name])]
  })
  return Object.fromEntries(fields) as Fields
}

/** Null when the first of its columns is null. */
export function readPart<Fields extends object>(
  columns: ColumnsOf<Fields>,
  row: Row,
): Fields | null {
  const [first] = keysOf(columns)
  return row[columns[first!].name] === null ? null : readFields(columns, row)
}

function keysOf<Fields extends object>(columns: ColumnsOf<Fields>): (keyof Fields)[] {
  return Object.keys(columns) as (keyof Fields)[]
}

const asIs = (sql: string) => sql

function codec<Value, Raw>(
  sqlType: Codec<Value>['sqlType'],
  toParameter: (value: Value) => Parameter,
  fromRow: (raw: Raw) => Value,
  toColumn: (element: string) => string = asIs,
  toRead: (column: string) => string = asIs,
): Codec<Value> {
  return { sqlType, toParameter, toColumn, toRead, fromRow: raw => fromRow(raw as Raw) }
}

const same = <Value>(value: Value): Value => value

export const uuid = codec<string, string>('uuid', same, same)
export const int = codec<number, number>('int', same, same)
/** bigint columns arrive as text. */
export const key = codec<string, string>('bigint', same, same)
export const amount = codec<bigint, string>('bigint', String, BigInt)
/** A whole number below 2^53 in a bigint column. */
export const count = codec<number, string>('bigint', same, Number)

/** Text, also for columns where only some texts are legal. */
export const text = <Value extends string>() => codec<Value, Value>('text', same, same)

/**
 * Booleans are sent as text: postgres.js takes an array of them for a single one, and writes every
 * text of a bool[] as false.
 */
export const boolean = codec<boolean, boolean>('text', String, same, element => `${element}::bool`)

/** JSON text, stored unchanged. */
export const json = codec<string, string>(
  'text',
  same,
  same,
  element => `${element}::json`,
  column => `${column}::text`,
)

export const bytes = codec<Uint8Array, Buffer>(
  'text',
  value => Buffer.from(value).toString('hex'),
  same,
  element => `decode(${element}, 'hex')`,
)

/** Milliseconds since 1970. */
export const instant = codec<number, string>(
  'bigint',
  same,
  Number,
  element => `to_timestamp(${element} / 1000.0)`,
  column => `(extract(epoch FROM ${column}) * 1000)::bigint`,
)

/** Texts without spaces. */
export const list = codec<readonly string[], string[]>(
  'text',
  values => values.join(' '),
  same,
  element => `string_to_array(${element}, ' ')`,
)

export function nullable<Value>(of: Codec<Value>): Codec<Value | null> {
  return {
    ...of,
    toParameter: value => (value === null ? null : of.toParameter(value)),
    fromRow: raw => (raw === null ? null : of.fromRow(raw)),
  }
}
