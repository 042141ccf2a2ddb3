// Owns the background of Crystal Cluster for upright windows: a page loads it when it shows it.

export { default as layers } from 'scenery:crystal-cluster/background-upright'
