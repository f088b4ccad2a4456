import { array, numbers, record, scalar, vec3 } from './dsl.mjs';

export const queryType = numbers('QueryType', 'What the items of a query ask. f32 an item in brackets.', {
  /** Origin, unit direction, length. */
  Ray: 0,
  /** Position, rotation, unit direction, length. */
  ShapeCast: 1,
  /** Position, rotation. */
  OverlapShape: 2,
  /** Least and largest corner. */
  OverlapBounds: 3,
  /** Point, largest distance. */
  ClosestPoint: 4,
});

export const queryMode = numbers('QueryMode', 'Which hits of a query count.', { Closest: 0, Any: 1, All: 2 });

export const queryFlag = numbers('QueryFlag', 'Bits of QuerySettings.flags: what may be hit.', {
  Static: 1,
  Kinematic: 2,
  Dynamic: 4,
  Sensors: 8,
});

export const querySettings = record({
  name: 'QuerySettings',
  stride: 80,
  doc: 'Query: this record, `ignoreCount` handles in ascending order, then `count` items of f32 as QueryType says.',
  fields: {
    kind: scalar('u32', '1', 'Query.'),
    byteLength: scalar('u32', 'byte', 'Whole record.'),
    request: scalar('u32', '1', 'Answered by a QueryResult, or by a Reply where there is no memory for one.'),
    type: scalar('u32', '1', 'QueryType.'),
    mode: scalar('u32', '1', 'QueryMode.'),
    flags: scalar('u32', '1', 'QueryFlag bits.'),
    memberships: scalar('u32', '1', 'Groups that the query is in.'),
    filter: scalar('u32', '1', 'Groups that it meets.'),
    ignoreCount: scalar('u32', '1', 'Handles of bodies that are not there for the query.'),
    count: scalar('u32', '1', 'Items.'),
    shape: scalar('u32', '1', 'ShapeType of a cast or an overlap.'),
    rounding: scalar('f32', 'm', 'As in ColliderSettings.'),
    size: vec3('m', 'As in ColliderSettings.'),
    geometry: scalar('u32', 'byte', 'Where the payload of a hull is, from the start of the record; 0 for none.'),
    reserved: array('u32', 4, '1', 'Zero.'),
  },
});

export const queryResult = record({
  name: 'QueryResult',
  stride: 64,
  doc: 'Answer to a Query, in the outbox: this record, then columns of `hitCount` entries, each at its place in bytes from the start of the record. Closest and any have one entry an item; all and overlaps as many as were found, in order of item, then of distance or, for overlaps, of handle.',
  fields: {
    kind: scalar('u32', '1', 'OutboxKind.QueryResult.'),
    byteLength: scalar('u32', 'byte', 'Whole record.'),
    request: scalar('u32', '1', 'As asked.'),
    step: scalar('u32', '1', 'Steps done: what the hits are true for.'),
    itemCount: scalar('u32', '1', 'Items of the query.'),
    hitCount: scalar('u32', '1', 'Entries of each column.'),
    firstHits: scalar(
      'u32',
      'byte',
      'u32 × (itemCount + 1): first entry of each item, where there may be several; else 0.',
    ),
    handles: scalar('u32', 'byte', 'i32: body, -1 for none.'),
    distances: scalar(
      'u32',
      'byte',
      'f32, m: along the ray or cast, from the point, or depth of the overlap of a shape; Infinity for none, 0 for bounds.',
    ),
    points: scalar('u32', 'byte', '3 f32, m: on the surface that was hit, world space.'),
    normals: scalar('u32', 'byte', '3 f32: out of the surface that was hit.'),
    colliders: scalar('u32', 'byte', 'u32: ordinal of the collider in its body.'),
    features: scalar('u32', 'byte', 'i32: triangle of a mesh or height field, face of a box or hull; -1 for none.'),
    reserved: array('u32', 3, '1', 'Zero.'),
  },
});
