// Shrinks the pictures of games, whole or some of their groups. Must never change what a picture
// shows.

import { optimize } from 'svgo'

/**
 * @param groups `only` or `without`: ids of top-level groups
 * @returns an empty text if none of the groups is in the file
 */
export function shrinkPicture(text, groups) {
  const found = { count: 0 }
  const kept = optimize(text, { plugins: [keepGroups(groups, found)] }).data
  if (found.count === 0) return ''
  return optimize(kept, { floatPrecision: 2, plugins: ['preset-default', 'removeTitle', setSize] })
    .data
}

/** Removes top-level groups; `found.count` is the number of top-level elements that stay. */
function keepGroups({ only, without }, found) {
  const isKept = id => (only === undefined ? !without?.includes(id) : only.includes(id))
  return {
    name: 'keep-groups',
    fn: () => ({
      element: {
        enter: (node, parent) => {
          if (parent.type !== 'element' || parent.name !== 'svg' || node.name === 'defs') return
          if (isKept(node.attributes.id)) found.count += 1
          else parent.children = parent.children.filter(each => each !== node)
        },
      },
    }),
  }
}

/** Firefox draws an SVG image on a canvas only if it has a size. */
const setSize = {
  name: 'set-size',
  fn: () => ({
    element: {
      enter: node => {
        if (node.name !== 'svg') return
        const [, , width, height] = node.attributes.viewBox.split(' ')
        Object.assign(node.attributes, { width, height })
      },
    },
  }),
}
