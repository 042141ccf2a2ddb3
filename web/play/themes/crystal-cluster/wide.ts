// Owns the background of Crystal Cluster for windows that are wider than high: a page loads it when
// it shows it.

export { default as layers } from 'scenery:crystal-cluster/background-wide'
